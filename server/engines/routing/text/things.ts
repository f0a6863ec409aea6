// Things: nouns that people say for one another when they speak of what a tool handles.
// In: nothing. Out: groups of nouns, as data, and the other nouns of a noun's groups. Why: a tool speaks of comments and its users of
// notes. Such a word accounts for itself beside an order, where no other tool is named after it; it chooses no tool.
// Source: written for this project. No word was taken from a data set. MIT, as the project.

import { stemOf } from './words.ts';

const GROUPS: readonly (readonly string[])[] = [
  'comment note remark',
  'customer client buyer account',
  'user member person account colleague login',
  'employee worker colleague staff',
  'issue ticket bug task story',
  'ticket case request issue',
  'meeting call session appointment',
  'event appointment meeting entry',
  'reservation booking table',
  'booking reservation trip flight ticket',
  'message note dm text',
  'email mail',
  'file document doc object item',
  'object file document asset',
  'folder directory',
  'image picture photo',
  'parcel package shipment delivery',
  'order purchase',
  'invoice bill',
  'payment charge transaction',
  'charge payment transaction',
  'subscription plan membership sub',
  'channel room',
  'repository repo project',
  'deployment service app workload',
  'service app',
  'server machine host box instance vm',
  'node machine host server',
  'vehicle car van truck',
  'price cost rate',
  'discount coupon voucher promo',
  'sample specimen tube',
  'flag toggle feature switch',
  'run build job',
  'list queue',
  'link url address',
  'contact person',
  'person individual',
  'participant person attendee guest',
  'attendee guest participant person',
  'patient person',
  'recording video',
  'deal opportunity',
  'due deadline',
  'assignee owner',
  'quantity amount number count pieces',
  'title name subject',
  'label tag',
  'status state',
  'phone number telephone',
  'seating seat',
  'product item article',
].map((words) => words.split(' ').map(stemOf));

/** Only the first of a group is what a tool is named after. */
const SAID_FOR = new Map<string, readonly string[]>();
for (const [first = '', ...others] of GROUPS) SAID_FOR.set(first, [...(SAID_FOR.get(first) ?? []), ...others]);

/** Stems of nouns that are said for these. */
export function saidFor(stems: readonly string[]): readonly string[] {
  return stems.flatMap((stem) => SAID_FOR.get(stem) ?? []);
}
