/** An operation with the statuses that the OpenAPI document has for it. */
export interface Documented {
  name: string;
  statuses: readonly number[];
}

/** Statuses that no test can observe. */
export interface Unobservable {
  /** Matches `<operation> <status>`. */
  statuses: RegExp;
  why: string;
}

export interface ComparedStatuses {
  /** Numbers of pairs of operation and status: of the document, and those that a test observed. */
  documented: number;
  observed: number;
  /** Those that no test can observe, by reason. */
  explained: { why: string; count: number }[];
  /** The rest: `<status> (<number>): <operations>`. */
  missing: string[];
  /** `<operation> <status>` of those that were observed although a reason says that they cannot be. */
  wronglyExplained: string[];
}

/** Compares the documented statuses with the observed ones (`<operation> <status>`). Pure. */
export function compareStatuses(
  operations: readonly Documented[],
  observed: ReadonlySet<string>,
  unobservable: readonly Unobservable[],
): ComparedStatuses {
  const all = operations.flatMap(({ name, statuses }) => statuses.map(status => ({ name, status, pair: `${name} ${status}` })));
  const rest = all.filter(({ pair }) => !observed.has(pair));
  const reasonOf = ({ pair }: { pair: string }): Unobservable | undefined =>
    unobservable.find(({ statuses }) => statuses.test(pair));
  const byReason = Map.groupBy(rest, reasonOf);
  const missing = Map.groupBy(byReason.get(undefined) ?? [], ({ status }) => status);
  return {
    documented: all.length,
    observed: all.length - rest.length,
    explained: unobservable.flatMap(one => {
      const count = byReason.get(one)?.length ?? 0;
      return count > 0 ? [{ why: one.why, count }] : [];
    }),
    missing: [...missing]
      .toSorted(([a], [b]) => a - b)
      .map(([status, of]) => `${status} (${of.length}): ${of.map(({ name }) => name).join(', ')}`),
    wronglyExplained: all.filter(one => observed.has(one.pair) && reasonOf(one)).map(({ pair }) => pair),
  };
}

/** Whether every documented status was observed or has a reason why it cannot be, and no reason is wrong. */
export const isComplete = ({ missing, wronglyExplained }: ComparedStatuses): boolean =>
  missing.length === 0 && wronglyExplained.length === 0;
