// Types for snowball-stemmers, which ships none: only what locate.test.ts calls.
declare module 'snowball-stemmers' {
  const snowball: { newStemmer(language: 'english'): { stem(word: string): string } };
  export default snowball;
}
