import { type DeferredTask, deferTask, taskDone } from '#shared/platform/store/deferred-tasks.ts';
import type { CompanyId } from '#shared/platform/store/table.ts';
import { create, remove, update, type Write } from '#shared/platform/store/transact.ts';
import { conversionKey, type StagedConversion } from './read.ts';

/** Writes for the record of a staged conversion. */

/** The kind of the deferred task "finish or undo this conversion". */
export const CONVERSION_TASK = 'note-conversion';

/** Seconds after which the process of an unfinished conversion must have died: no request runs longer. */
const LOST_AFTER = 60;

const task = ({ companyId, id }: Pick<StagedConversion, 'companyId' | 'id'>): DeferredTask => ({
  kind: CONVERSION_TASK,
  companyId,
  id,
});

/** The writes that begin a conversion, with the deferred task that finishes or undoes it if this process dies. */
export const beginConversion = (company: CompanyId, conversion: StagedConversion): Write[] => [
  create({ ...conversionKey(company, conversion.id), kind: 'note-conversion', data: conversion }),
  deferTask(company, task(conversion), LOST_AFTER),
];

/** The write that commits or aborts a conversion; its condition fails if that was decided before. */
export const decideConversion = (company: CompanyId, id: string, state: 'committed' | 'aborted'): Write =>
  update(conversionKey(company, id), {
    expression: 'SET #data.#state = :state',
    names: { '#data': 'data', '#state': 'state' },
    values: { ':state': state, ':preparing': 'preparing' },
    condition: '#data.#state = :preparing',
  });

/** The writes that remove the record of a conversion, once no note refers to it any more. */
export const forgetConversion = (company: CompanyId, { companyId, id }: Pick<StagedConversion, 'companyId' | 'id'>): Write[] => [
  remove(conversionKey(company, id)),
  taskDone(company, task({ companyId, id })),
];
