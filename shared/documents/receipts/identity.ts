import { RECEIPT_ITEM } from '#shared/model/kinds.ts';
import { issuedContent, type Receipt } from '#shared/model/receipts/receipt.ts';
import { fileName } from '#shared/output/files/file-name.ts';
import type { FileIdentity } from '#shared/output/pdf/key.ts';

/** What determines the bucket key of the PDF of a receipt. It is deleted after a day, like those of drafts: it can be made again. */
export const receiptFile = (receipt: Receipt): FileIdentity => ({
  ...{ companyId: receipt.companyId, id: receipt.id, kind: RECEIPT_ITEM, folder: 'receipts', isDraft: true },
  printed: { ...issuedContent(receipt), status: receipt.status, cancellationReason: receipt.cancellationReason },
});

/** The name under which the PDF is downloaded. */
export const receiptPdfName = ({ kind, number }: Pick<Receipt, 'kind' | 'number'>): string =>
  fileName(`${kind === 'receipt' ? 'chitanta' : 'dispozitie-de-plata'}-${number}.pdf`);
