import { releasedNumber } from '#shared/documents/common/numbering.ts';
import { permitted } from '#shared/documents/common/states.ts';
import { deleteWrites } from '#shared/documents/common/store.ts';
import { found } from '#shared/base/kernel/errors.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { type Commit, retryOnContention } from '#shared/platform/store/transact.ts';
import { readProforma, type StoredProforma } from './read.ts';
import { PROFORMA_STATES } from './states.ts';
import { PROFORMAS } from './store.ts';

/** Deletes a draft; its number is never used again. @throws 404; 409 when it is not a draft */
export const deleteProforma = (loaded: StoredProforma, commit: Commit<void>): Promise<void> =>
  retryOnContention(async attempt => {
    const { companyId, id } = loaded.document;
    const stored = attempt === 0 ? loaded : found(await readProforma(companyId, id), KINDS.proforma.title);
    permitted(PROFORMA_STATES, 'delete', stored.document);
    await commit([...deleteWrites(PROFORMAS, stored), ...releasedNumber(KINDS.proforma, stored.document)], undefined);
  });
