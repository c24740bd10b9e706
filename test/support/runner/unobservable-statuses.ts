import type { Unobservable } from './compare-statuses.ts';

/** Documented statuses that no test observes, and why; printed with their number at the end of a run (print-observed-statuses.ts). */
export const UNOBSERVABLE: readonly Unobservable[] = [];
