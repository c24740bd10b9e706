import * as z from 'zod';
import { instant, uuid } from '#shared/base/kernel/schema.ts';
import { PROGRAM_NAMES } from './hand-over/programs/index.ts';

/** Response schema of an export (OUT-80 to OUT-84, OUT-107 to OUT-118). */
export const exportSchema = z
  .object({
    exportId: uuid(),
    status: z.enum(['queued', 'processing', 'completed', 'failed', 'expired']),
    totalInvoices: z.number(),
    progress: z.number(),
    estimatedCompletionTime: instant().nullable(),
    createdAt: instant(),
    statusUrl: z.url(),
    period: z.object({ from: z.iso.date(), to: z.iso.date() }).optional(),
    program: z.enum(PROGRAM_NAMES).optional(),
    done: z.number().optional(),
    damaged: z.number().optional(),
    volumes: z
      .array(
        z.object({ filename: z.string(), downloadUrl: z.url(), fileSize: z.number(), sha256: z.string(), documents: z.number() }),
      )
      .optional(),
    manifestSha256: z.string().optional(),
    filename: z.string().optional(),
    downloadUrl: z.url().optional(),
    expiresAt: instant().optional(),
    fileSize: z.number().optional(),
    filesIncluded: z
      .object({
        ...{ pdf: z.number(), xml: z.number(), csv: z.number() },
        ...{ signed: z.number().optional(), attachments: z.number().optional() },
      })
      .optional(),
    completedAt: instant().optional(),
    error: z.string().optional(),
  })
  .meta({ id: 'Export' });
