import { common } from './common.ts';
import type { AreaDescriptions } from './model.ts';

/** The descriptions of each area. */
export const DESCRIPTIONS: Record<string, AreaDescriptions> = { common };

/** Areas whose operations, parameters and fields must all be described. */
export const ALL_DESCRIBED: string[] = [];
