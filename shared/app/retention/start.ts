import * as z from 'zod';
import { conflict, validation } from '#shared/base/kernel/errors.ts';
import type { Company } from '#shared/model/company.ts';
import type { PersonRef } from '#shared/model/document.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { removesAny } from './limits.ts';
import { startRun } from './progress.ts';
import { isUnderWay, startableBefore } from './record.ts';
import { readRetention, type RetentionView } from './view.ts';

/** Body of the request that removes what is past its time. */
export const startBody = z.object({ confirm: z.literal('remove', 'must be remove') }).meta({ id: 'RetentionStart' });

/**
 * Starts the removal of what is past its time, which cannot be undone. A worker does it (run.ts).
 *
 * @throws 409 while one of the last 24 hours is under way; 422 when the company keeps everything
 */
export async function startRetention(company: Company, by: PersonRef, commit: Commit<RetentionView>): Promise<RetentionView> {
  const { past, run: before } = await readRetention(company);
  if (!removesAny(company.retention))
    throw validation('The company keeps everything: set `retention` of the company first.', {
      retention: ['must be set in the company'],
    });
  if (isUnderWay(before) && before && before.data.startedAt >= startableBefore()) throw underWay();
  const { run, write } = startRun(company.id, by);
  return commit([{ ...write, refused: underWay }], { company, past, run });
}

const underWay = () => conflict('What is past its time is being removed already.');
