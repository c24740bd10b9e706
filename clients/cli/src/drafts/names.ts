import levenshtein from 'fast-levenshtein';

/** `colour is not known; did you mean color?` */
export function unknownName(name: string, known: Iterable<string>): string {
  const distance = (other: string): number => levenshtein.get(other.toLowerCase(), name.toLowerCase());
  const [nearest = ''] = [...known].toSorted((a, b) => distance(a) - distance(b));
  const isNear = distance(nearest) <= Math.max(2, name.length / 3);
  return `${name} is not known${isNear ? `; did you mean ${nearest}?` : ''}`;
}
