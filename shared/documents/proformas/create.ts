import type { Actor } from '#shared/platform/access/model.ts';
import { readSeries } from '#shared/records/catalogue/series/store.ts';
import type { ConvertibleContext } from '#shared/documents/common/convertible/context.ts';
import type { NewDraftWith } from '#shared/documents/common/store-draft.ts';
import { storeDraft } from '#shared/documents/common/store-draft.ts';
import { numberedDraft } from '#shared/documents/common/numbering.ts';
import { newEvent, personOf } from '#shared/documents/common/timeline.ts';
import { KINDS } from '#shared/model/kinds.ts';
import { companyKey } from '#shared/platform/store/table.ts';
import type { Commit } from '#shared/platform/store/transact.ts';
import { newProforma } from './draft.ts';
import type { ProformaBody } from './input.ts';
import { proformaNotification } from './notification.ts';
import type { ProformaParts, StoredProforma } from './read.ts';
import { PROFORMAS } from './store.ts';

export interface CreateProforma {
  body: ProformaBody;
  context: ConvertibleContext;
  by: Actor;
  commit: Commit<StoredProforma>;
  /** The caller sent `Idempotency-Key`. */
  idempotent: boolean;
}

/**
 * Creates a proforma with the next number of its series: proformas are numbered at creation (PRO-4). Number,
 * document and timeline are written in one transaction, so that a crash leaves no gaps in the numbers.
 *
 * @throws 404, 422 as `draftedWith`
 */
export function createProforma({ body, context, by, commit, idempotent }: CreateProforma): Promise<StoredProforma> {
  const company = context.company.id;
  const decide = async (attempt: number): Promise<NewDraftWith<ProformaParts>> => {
    // On a retry another request has taken the number, so the series is read again.
    const series = attempt === 0 ? context.series : await readSeries(company);
    const draft = newProforma(body, { ...context, series }, by);
    const { document, taken, next } = numberedDraft(KINDS.proforma, draft, series);
    return {
      document,
      taken,
      recorded: [
        {
          event: newEvent('created', 'draft', `Proforma created as ${document.number}`, personOf(by)),
          webhooks: [proformaNotification('proforma.created', document)],
        },
      ],
      extras: { nextNumber: next },
    };
  };
  return storeDraft(PROFORMAS, decide, { commit, idempotent, queue: companyKey(company, `TURN#${body.seriesId}`) });
}
