// Memo: remembers what a pure function answered.
// In: a function of one text. Out: the same function, faster for texts that come again. It changes no answer, so it belongs to its
// function and not to an engine. Why bounded: texts come from callers. When it is full it is emptied, which costs a hit less than
// keeping an order of use.

export function memoize<Value>(work: (text: string) => Value, textsMax: number): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = work(text);
    if (known.size >= textsMax) known.clear();
    known.set(text, value);
    return value;
  };
}

/** The same for whole texts, of which a few are asked for again and again: bounded by the length of all that are known together. */
export function memoizeTexts<Value>(work: (text: string) => Value, lengthMax: number): (text: string) => Value {
  const known = new Map<string, Value>();
  let length = 0;
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const value = work(text);
    if (text.length > lengthMax) return value;
    if (length + text.length > lengthMax) {
      known.clear();
      length = 0;
    }
    known.set(text, value);
    length += text.length;
    return value;
  };
}
