import type { Adapter } from '../adapter.ts';

/** The programs that hand-over files are made for. Another one is a file here, its test, and its line. */
export const PROGRAMS = {
  csv: () => import('./csv.ts').then(({ csv }): Adapter => csv),
  saga: () => import('./saga.ts').then(({ saga }): Adapter => saga),
  saft: () => import('./saft.ts').then(({ saft }): Adapter => saft),
} as const satisfies Record<string, () => Promise<Adapter>>;

export type ProgramName = keyof typeof PROGRAMS;

export const PROGRAM_NAMES = Object.keys(PROGRAMS) as [ProgramName, ...ProgramName[]];
