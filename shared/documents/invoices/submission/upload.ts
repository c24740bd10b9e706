import type { AuthorityAccess } from '#shared/authority/taxauth/connections/authority-client.ts';
import type { Series } from '#shared/records/catalogue/series/store.ts';
import type { Actor } from '#shared/platform/access/model.ts';
import type { BankAccount } from '#shared/records/parties/bank-accounts/store.ts';
import type { PdfTemplateConfiguration } from '#shared/output/pdf/configuration.ts';
import type { Company } from '#shared/model/company.ts';
import { type Commit, commitPlainly } from '#shared/platform/store/transact.ts';
import { issueInvoice } from '../issue.ts';
import type { StoredInvoice } from '../read.ts';
import { personOf } from '#shared/documents/common/timeline.ts';
import { submitInvoice } from './submit.ts';

export interface UploadRequest {
  company: Company;
  loaded: StoredInvoice;
  series: readonly Series[];
  bankAccounts: readonly BankAccount[];
  configuration: PdfTemplateConfiguration;
  /** How the company reaches the authority; null without a valid connection. */
  access: AuthorityAccess | null;
  by: Actor;
  commit: Commit<StoredInvoice>;
}

/**
 * Issues a draft and submits it; submits a document that is issued already (EIN-18). When the submission
 * fails, the document stays issued.
 *
 * @throws as `issueInvoice` and `submitInvoice`
 */
export async function uploadInvoice({ access, by, commit, ...request }: UploadRequest): Promise<StoredInvoice> {
  const { loaded } = request;
  const issued = loaded.document.status === 'draft' ? await issueInvoice({ ...request, by, commit: commitPlainly }) : loaded;
  return submitInvoice({ loaded: issued, access, by: personOf(by), commit });
}
