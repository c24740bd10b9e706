import * as z from 'zod';
import { today } from '#shared/base/kernel/clock.ts';
import { date, id } from '#shared/base/kernel/fields.ts';
import { csvOptions } from '../query.ts';

/** What a control file is of: a series, and dates of issue, both included. */
export interface ControlFileAsked {
  seriesId: string;
  from: string;
  to: string;
}

/** The query of a control file (REP-61); by default of the current month until today. */
export const controlFileQuery = () =>
  z
    .object({
      seriesId: id(),
      from: date().optional(),
      to: date().optional(),
      ...csvOptions(),
      format: z.enum(['json', 'csv', 'pdf'], 'must be json, csv or pdf').default('json'),
    })
    .transform(({ from, to = today(), ...query }) => ({ ...query, to, from: from ?? `${to.slice(0, 7)}-01` }))
    .refine(({ from, to }) => from <= to, { path: ['from'], message: 'must not be after to' });
