import { presentInstant, presentInstantOrNull } from '#shared/base/kernel/clock.ts';
import type { PersonRef } from '#shared/model/document.ts';
import type { Deletion } from './release.ts';

/** Maximum of ids in a response: as many as one export may have. */
const LISTED = 100;

const presentPerson = ({ id, name }: PersonRef) => ({ id, name });

/** A deletion as responses show it (schema.ts). */
export const presentDeletion = ({ purge, retained }: Deletion) => ({
  companyId: purge.companyId,
  status: purge.step === 'done' ? 'purged' : purge.step === 'waiting' ? 'waiting' : 'purging',
  deletedAt: presentInstant(purge.deletedAt),
  deletedBy: presentPerson(purge.deletedBy),
  release: purge.release && {
    archiveExportId: purge.release.archiveExportId,
    confirm: purge.release.archiveExportId === null ? 'no_archive' : null,
    by: presentPerson(purge.release.by),
    at: presentInstant(purge.release.at),
  },
  purgeAt: presentInstantOrNull(purge.announced?.purgeAt),
  purgedAt: presentInstantOrNull(purge.purgedAt),
  retainedInvoices: retained.count,
  notArchived: { count: retained.notArchived.length, invoiceIds: retained.notArchived.slice(0, LISTED) },
});
