// JSON: the strict, lossless reader and writer that requests, inputs and files all go through.
export {};
