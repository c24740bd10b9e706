declare module 'fast-levenshtein' {
  /** The number of letters to add, drop or change until one text is the other. */
  const levenshtein: { get(one: string, other: string): number };
  export default levenshtein;
}
