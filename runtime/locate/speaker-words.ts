// Speakers: what those who write in and those who answer them are called in a conversation, as data for both engines.

const words = (list: string): readonly string[] => list.split(' ');

export const SPEAKER_WORDS = {
  /** Members of a turn that name who speaks, the first that is a text counts. */
  SPEAKER_KEYS: words('role from author sender speaker'),
  ASKERS: words(
    'applicant buyer caller citizen client customer employee guest human member owner parent passenger patient pupil renter requester ' +
      'resident student subscriber tenant traveler traveller user visitor',
  ),
  ANSWERERS: words(
    'admin advisor agent ai assistant bot chatbot clerk desk developer dispatcher helpdesk hr landlord manager model moderator office ' +
      'operator reception receptionist rep representative seller service shop staff support system team technician tool',
  ),
} as const;
