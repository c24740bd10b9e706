declare module 'fast-levenshtein' {
  /** The Levenshtein distance of two texts. */
  const levenshtein: { get(one: string, other: string): number };
  export default levenshtein;
}
