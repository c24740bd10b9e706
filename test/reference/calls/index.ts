import { CONDITION_CALLS } from './conditions.ts';
import { KEY_CALLS } from './keys.ts';
import { MANY_CALLS } from './many.ts';
import { QUERY_CALLS } from './queries.ts';
import { UPDATE_CALLS } from './updates.ts';

/** All calls, in the order in which they are made. */
export const CALLS = [...QUERY_CALLS, ...CONDITION_CALLS, ...KEY_CALLS, ...UPDATE_CALLS, ...MANY_CALLS];
