import * as z from 'zod';
import { uuid } from '#shared/base/kernel/schema.ts';

/** What comes of the rows of a file (PUR-14, IMP-5), as parts of response schemas: outcome.ts makes them. */

/** What is wrong with a cell. */
const cellErrorSchema = z.object({ column: z.string(), message: z.string() }).meta({ id: 'CellError' });

/** A row. @param shown fields of the kind of file, behind `id` */
export const rowSchema = <Shown extends z.ZodRawShape>(shown: Shown) =>
  z.object({
    line: z.int(),
    // Of a row that is `unfinished`, sending the file again makes the record.
    outcome: z.enum(['made', 'would_make', 'skipped', 'refused', 'unfinished']),
    // Of what was made, or was there already.
    id: uuid().nullable(),
    ...shown,
    message: z.string().nullable(),
    errors: z.array(cellErrorSchema),
    warnings: z.array(z.string()),
  });

/** Numbers of rows by outcome. */
export const rowCounts = { made: z.int(), skipped: z.int(), refused: z.int(), unfinished: z.int() };
