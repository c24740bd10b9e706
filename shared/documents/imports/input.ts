import * as z from 'zod';
import { csvText } from '#shared/documents/common/csv-import/file.ts';
import type { Permission } from '#shared/platform/access/permissions.ts';

/** The request body of an import (IMP-1). */

/** What can be imported, and the permission that it needs beside `import.manage`: that of entering one. */
export const IMPORT_PERMISSIONS = {
  clients: 'client.create',
  products: 'product.create',
  opening_balances: 'client.edit',
  documents: 'invoice.create',
} as const satisfies Record<string, Permission>;

export type ImportKind = keyof typeof IMPORT_PERMISSIONS;

export const IMPORT_KINDS = Object.keys(IMPORT_PERMISSIONS) as [ImportKind, ...ImportKind[]];

export const importBody = z
  .object({
    kind: z.enum(IMPORT_KINDS),
    csv: csvText(),
    confirm: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be the confirmation of a preview')
      .optional(),
  })
  .meta({ id: 'ImportInput' });
export type ImportBody = z.output<typeof importBody>;
