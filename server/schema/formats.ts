// Formats: the named forms of texts that schemas ask for.
// In: the name of a format and a text. Out: what is wrong, or null. Why our own: the usual tables hold patterns that backtrack
// (a `url` with thirty letters takes minutes). Each pattern here can match a place in one way only.

import { isIPv4, isIPv6 } from 'node:net';

type Check = (text: string) => boolean;

/** A format nobody knows says nothing about a value. */
export function formatFault(format: string, text: string): string | null {
  const row = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  return row === undefined || row.check(text) ? null : `it is not ${row.name}`;
}

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/u;
const TIME = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:z|[+-](\d{2}):(\d{2}))$/iu;
const DURATION = /^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/u;
const HOSTNAME_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/iu;
const LOCAL_PART = /^[^\s@"(),:;<>[\\\]]{1,64}$/u;
// What RFC 3986 never allows in a URI, and letters beyond ASCII.
const NOT_URI = /[^!#$%&'()*+,./0-9:;=?@A-Z[\]_a-z~-]|%(?![0-9A-Fa-f]{2})/u;
const NOT_IRI = /[\s"<>\\^`{|}]|%(?![0-9A-Fa-f]{2})/u;
const SCHEME = /^[a-z][a-z0-9+.-]*:./iu;

const isDate: Check = (text) => {
  const match = DATE.exec(text);
  if (match === null) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return day >= 1 && day <= ([31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0);
};

const isTime: Check = (text) => {
  const match = TIME.exec(text);
  if (match === null) return false;
  const [hour, minute, second, offsetHour, offsetMinute] = [
    match[1],
    match[2],
    match[3],
    match[4] ?? '0',
    match[5] ?? '0',
  ].map(Number) as [number, number, number, number, number];
  // A leap second is allowed whenever it is said; whether there was one then is for a calendar to know.
  return hour <= 23 && minute <= 59 && second <= 60 && offsetHour <= 23 && offsetMinute <= 59;
};

const isDateTime: Check = (text) => /^.{10}[t ]/iu.test(text) && isDate(text.slice(0, 10)) && isTime(text.slice(11));

const isHostname: Check = (text) => text.length <= 253 && text.split('.').every((label) => HOSTNAME_LABEL.test(label));

const isEmail: Check = (text) => {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const host = text.slice(at + 1);
  const dots = local.startsWith('.') || local.endsWith('.') || local.includes('..');
  return (
    at > 0 && LOCAL_PART.test(local) && !dots && (isHostname(host) || (host.startsWith('[') && host.endsWith(']')))
  );
};

const isUri: Check = (text) => SCHEME.test(text) && !NOT_URI.test(text);

const FORMATS: Record<string, { readonly name: string; readonly check: Check }> = {
  date: { name: 'a date (YYYY-MM-DD)', check: isDate },
  time: { name: 'a time (HH:MM:SS with an offset)', check: isTime },
  'date-time': { name: 'a date and time (RFC 3339)', check: isDateTime },
  duration: { name: 'a duration (ISO 8601)', check: (text) => DURATION.test(text) },
  email: { name: 'an e-mail address', check: isEmail },
  'idn-email': { name: 'an e-mail address', check: (text) => /^[^\s@]{1,64}@[^\s@]{1,253}$/u.test(text) },
  hostname: { name: 'a host name', check: isHostname },
  ipv4: { name: 'an IPv4 address', check: (text) => isIPv4(text) },
  ipv6: { name: 'an IPv6 address', check: (text) => isIPv6(text) },
  uri: { name: 'a URI', check: isUri },
  url: { name: 'a URL', check: isUri },
  'uri-reference': { name: 'a URI or a path', check: (text) => !NOT_URI.test(text) },
  iri: { name: 'an IRI', check: (text) => SCHEME.test(text) && !NOT_IRI.test(text) },
  uuid: { name: 'a UUID', check: (text) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/iu.test(text) },
  'json-pointer': { name: 'a JSON Pointer', check: (text) => /^(?:\/(?:[^~/]|~[01])*)*$/u.test(text) },
};
