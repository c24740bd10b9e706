import { attribute } from '#shared/base/kernel/xml.ts';
import type { BuyerAnswer } from '#shared/model/invoice.ts';

/** The XML message of a buyer's answer (standard RASP of the authority): a text about the document of an upload. Pure. */

const NAMESPACE = 'mfp:anaf:dgti:spv:reqMesaj:v1';

const SAID = { accept: 'Factura a fost acceptată.', refuse: 'Factura a fost refuzată.' } as const;

/** The text that the supplier reads; the message format has no other field for the answer. */
export const answerText = ({ response, reason }: Pick<BuyerAnswer, 'response' | 'reason'>): string =>
  [SAID[response], reason].filter(Boolean).join(' ');

export const answerXml = (invoiceUploadIndex: string, answer: Pick<BuyerAnswer, 'response' | 'reason'>): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<header${[
    attribute('xmlns', NAMESPACE),
    attribute('index_incarcare', invoiceUploadIndex),
    attribute('message', answerText(answer)),
  ].join('')}/>\n`;
