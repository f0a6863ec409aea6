// Settled, words: by which names and values a record says that its case is closed, as data for both engines. In small letters; names are
// without the marks between their words.

export const SETTLED_WORDS = {
  /** What a status is called, alone or behind what it is the status of. */
  STATUSES: ['event', 'resolution', 'stage', 'state', 'status'],
  OUTCOMES: ['outcome'],
  CASES: ['case', 'claim', 'complaint', 'incident', 'issue', 'job', 'request', 'ticket'],
  /** A status of a case that needs nobody any more. An order that is completed may still be complained of. */
  CLOSED: ['archived', 'closed', 'resolved', 'settled', 'solved', 'withdrawn'],
  /** An outcome may be one of these, too. */
  DONE: ['completed', 'done', 'finished'],
  /** Members that are true once the case is closed. */
  CLOSED_FLAGS: ['isclosed', 'isresolved', 'issolved', 'resolved', 'solved'],
  /** Members that have a time once it is. */
  CLOSED_TIMES: ['closedat', 'closedon', 'resolvedat', 'resolvedon', 'solvedat', 'solvedon'],
  /** Members that say in short what the others do; the first of these that a record has is its heading. */
  HEADINGS_OF_RECORDS: ['subject', 'headline', 'title', 'summary'],
  /** Members that say how many of five stars somebody gives. */
  RATINGS: ['rating', 'ratingvalue', 'starrating', 'stars'],
  /** As text, what praises. */
  PRAISES: ['4', '4/5', '5', '5/5'],
  /** The member that has the subject of a mail. */
  SUBJECT_NAMES: ['subject'],
} as const;
