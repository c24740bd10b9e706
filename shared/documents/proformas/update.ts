import type { Actor } from '#shared/platform/access/model.ts';
import { nextNumberOf } from '#shared/records/catalogue/series/store.ts';
import type { ConvertibleContext } from '#shared/documents/common/convertible/context.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { updatedEvent } from '#shared/documents/common/changed-fields.ts';
import { transition } from '#shared/documents/common/transition.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { proformaWith } from './draft.ts';
import type { ProformaBody } from './input.ts';
import type { StoredProforma } from './read.ts';
import { PROFORMAS } from './store.ts';

/** Replaces all fields of a draft except number and series. @throws 404, 422 as `draftedWith`; 409 when it is not a draft */
export const updateProforma = (
  loaded: StoredProforma,
  body: ProformaBody,
  context: ConvertibleContext,
  by: Actor,
  commit: Commit<StoredProforma>,
): Promise<StoredProforma> =>
  transition(PROFORMAS, loaded, 'update', { commit }, ({ document }) => {
    const after = { ...proformaWith(document, body, context), updatedAt: instant() };
    return {
      after,
      event: updatedEvent(document, after, 'Proforma updated', personOf(by)),
      extras: { nextNumber: nextNumberOf(after, context.series) },
    };
  });
