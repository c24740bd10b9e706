/** A call of the wire protocol. */
export interface Call {
  /** Unique among all calls. */
  title: string;
  operation: string;
  input: Record<string, unknown>;
}

export const TABLE = 'reference';

export type Image = Record<string, unknown>;

/** A value of the wire protocol: texts are S, numbers N. */
export const value = (of: unknown): Image => {
  if (typeof of === 'string') return { S: of };
  if (typeof of === 'number') return { N: String(of) };
  if (typeof of === 'boolean') return { BOOL: of };
  if (of === null) return { NULL: true };
  return Array.isArray(of) ? { L: of.map(value) } : { M: image(of as object) };
};

export const image = (of: object): Image => Object.fromEntries(Object.entries(of).map(([name, one]) => [name, value(one)]));

/** The key of an item. */
export const key = (sk: string, pk = 'C#1'): Image => image({ pk, sk });

/** The values of an expression: `{ a: 1 }` is `:a`. */
export const values = (of: Image): Image => Object.fromEntries(Object.entries(of).map(([name, one]) => [`:${name}`, one]));

/** An item with values of all types, and its neighbours, whose keys differ in case, length and plane of Unicode. */
export const SETUP: Image[] = [
  {
    ...key('RICH'),
    ...image({
      text: 'abc',
      text1: 'abc',
      count: 5,
      flag: true,
      nothing: null,
      items1: ['a', 'b', 3],
      map: { a: 1, 'with space': { b: 2 } },
    }),
    bytes: { B: 'AQID' },
    texts: { SS: ['a', 'b'] },
    numbers: { NS: ['1', '2'] },
    ...image({ gsi1pk: 'G#1', gsi1sk: 'RICH' }),
  },
  ...['A#1', 'A#2', 'AB', 'a#3', 'ab', 'B#é', 'B#\uFFEE', 'B#😀', 'B#', 'C'].map((sk, place) => ({
    ...key(sk),
    ...image({ place, kind: 'one', gsi1pk: 'G#1', gsi1sk: sk, gsi2pk: 'SAME', gsi2sk: 'equal' }),
  })),
  { ...key('X', 'C#2'), ...image({ gsi1pk: 'G#2', gsi1sk: 'X' }) },
];

/** Calls of one operation, by what differs between them. */
export const calls = (group: string, operation: string, inputs: Record<string, object>): Call[] =>
  Object.entries(inputs).map(([title, input]) => ({
    title: `${group}: ${title}`,
    operation,
    input: operation.startsWith('Batch') || operation.startsWith('Transact') ? { ...input } : { TableName: TABLE, ...input },
  }));
