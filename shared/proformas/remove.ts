import { releasedNumber } from '../documents/numbering.ts';
import { permitted } from '../documents/states.ts';
import { deleteWrites } from '../documents/store.ts';
import { found } from '../kernel/errors.ts';
import { KINDS } from '../model/kinds.ts';
import { companyScope } from '../store/table.ts';
import { type Commit, retryOnContention } from '../store/transact.ts';
import { readProforma, type StoredProforma } from './read.ts';
import { PROFORMA_STATES } from './states.ts';
import { PROFORMAS } from './store.ts';

/** Deletes a draft; its number is never used again. @throws 404; 409 when it is not a draft */
export const deleteProforma = (loaded: StoredProforma, commit: Commit<void>): Promise<void> =>
  retryOnContention(async attempt => {
    const { companyId, id } = loaded.document;
    const stored = attempt === 0 ? loaded : found(await readProforma(companyScope(companyId), id), KINDS.proforma.title);
    permitted(PROFORMA_STATES, 'delete', stored.document);
    await commit([...deleteWrites(PROFORMAS, stored), ...releasedNumber(KINDS.proforma, stored.document)], undefined);
  });
