// Zones, words: how text that is not the writer's begins, as data for both engines. In small letters.
// The rules follow mailgun/talon, github/email_reply_parser and quotequail; the lists are our own.

export const ZONE_WORDS = {
  /** A line that begins so and ends, itself or one of the next two, in a colon names who wrote what follows. */
  ATTRIBUTIONS: ['on ', 'am ', 'le ', 'el ', 'il ', 'em ', 'op ', 'den '],
  ATTRIBUTION_VERBS: [' wrote', ' sent', ' schrieb', ' a écrit', ' escribió', ' ha scritto', ' escreveu', ' schreef', ' skrev'],
  /** A line of these, between dashes or before a colon. */
  HEADINGS: [
    'original message', 'forwarded message', 'begin forwarded message', 'ursprüngliche nachricht', 'weitergeleitete nachricht', "message d'origine", 'message transféré',
    'mensaje original', 'mensaje reenviado',
  ],
  SENDERS: ['from:', 'von:', 'de:', '*from:'],
  HEADERS: ['sent:', 'gesendet:', 'envoyé:', 'enviado:', 'to:', 'an:', 'à:', 'para:', 'date:', 'datum:', 'fecha:', 'subject:', 'betreff:', 'objet:', 'asunto:', '*sent:', '*to:', '*date:', '*subject:'],
  DEVICES: ['sent from my ', 'sent from outlook', 'get outlook for ', 'von meinem ', 'gesendet von ', 'envoyé de mon ', 'enviado desde mi '],
  /** Alone on a line, with a comma or a mark after it or without. */
  CLOSINGS: [
    'regards', 'kind regards', 'best regards', 'warm regards', 'with kind regards', 'with best regards', 'many regards', 'best', 'all the best', 'best wishes', 'kindest regards', 'warmest regards',
    'thanks', 'many thanks', 'thank you', 'thanks a lot', 'thanks in advance', 'thank you in advance', 'with thanks', 'cheers', 'sincerely', 'yours sincerely', 'sincerely yours', 'yours faithfully', 'yours truly', 'yours',
    'respectfully', 'greetings', 'mfg', 'viele grüße', 'liebe grüße', 'mit freundlichen grüßen', 'mit freundlichem gruß', 'beste grüße', 'cordialement', 'bien cordialement', 'saludos', 'un saludo', 'atentamente', 'cordiali saluti',
  ],
  /** Lines that begin so are the writer's, also below a closing. */
  SENTENCES: ['i ', "i'", 'we ', 'please ', 'and ', 'also ', 'my ', 'ps', 'p.s', 'can ', 'could ', 'is ', 'are ', 'do ', 'what ', 'when ', 'how ', 'why ', 'if ', 'but ', 'it ', 'the ', 'no', 'yes'],
  /** The last paragraph, where it has one of these. */
  FOOTERS: ['intended recipient', 'confidential and ', 'is confidential', 'are confidential', 'vertrauliche informationen', 'confidentiel', 'información confidencial'],
} as const;
