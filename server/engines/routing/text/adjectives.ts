// Adjectives: words that say how a thing is, and so do not name it.
// In: nothing. Out: a list, as data. Why: in "the invoices table" the first word is a name, in "the old table" it is none.
// Source: written for this project: adjectives of age, size, state, order, worth and colour that go with things people manage. No
// word was taken from a data set. MIT, as the project.

export const ADJECTIVES: ReadonlySet<string> = new Set(
  (
    'old new recent latest newest oldest current present former previous prior next last first second third final early late young ancient modern fresh stale ' +
    'big large small little tiny huge long short tall high low wide narrow thin thick deep shallow heavy light full empty whole entire complete partial half double single extra spare ' +
    'good bad best worst better worse great fine nice right wrong correct incorrect proper true false real fake valid invalid legal illegal ' +
    'same other different similar only main major minor primary secondary general special specific particular certain usual normal regular standard default typical common rare unique ' +
    'open closed free busy available ready active inactive idle alive dead live broken faulty slow fast quick hot cold warm cool wet dry clean dirty safe unsafe secure public private secret hidden visible ' +
    'important urgent critical serious severe mild simple easy hard difficult complex clear unclear strange odd weird funny annoying useless useful ' +
    'left upper lower top bottom inner outer middle central front back rear side internal external local remote global ' +
    'red blue green yellow white black grey gray brown orange pink purple bright dark pale ' +
    'cheap expensive rich poor annual monthly weekly daily yearly temporary permanent manual automatic original actual possible following above below own entire daft silly stupid ugly pretty loud quiet ' +
    'blank temp duplicate redundant obsolete legacy corrupt orphan dangling stuck flaky leaky noisy unused additional separate respective said very'
  ).split(' '),
);
