// Types for snowball-stemmers, which ships none: only what words.ts calls.
declare module 'snowball-stemmers' {
  const snowball: { newStemmer(language: 'english'): { stem(word: string): string } };
  export default snowball;
}
