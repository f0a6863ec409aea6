// The package ships no types; this is the part the benchmark calls.
declare module 'json-logic-js' {
  const jsonLogic: { apply(logic: unknown, data: unknown): unknown };
  export default jsonLogic;
}
