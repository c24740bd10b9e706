import type { Incident } from './incident.ts';
import { AUTHORITY } from './incidents/authority.ts';
import { CALLERS } from './incidents/callers.ts';
import { DEPLOYS } from './incidents/deploys.ts';
import { MAILS } from './incidents/mails.ts';
import { PROCESSES } from './incidents/processes.ts';
import { TABLE_INCIDENTS } from './incidents/table.ts';

/** The incidents of a game day, in the order of docs/operations/game-day.md. */
export const INCIDENTS: readonly Incident[] = [...PROCESSES, ...AUTHORITY, ...MAILS, ...DEPLOYS, ...TABLE_INCIDENTS, ...CALLERS];
