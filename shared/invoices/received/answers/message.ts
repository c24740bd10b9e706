import { attribute } from '../../../kernel/xml.ts';
import type { BuyerAnswer } from '../../../model/invoice.ts';

/** The message in which the authority takes a buyer's answer (standard RASP): about the document of an upload, a text. Pure. */

const NAMESPACE = 'mfp:anaf:dgti:spv:reqMesaj:v1';

const SAID = { accept: 'Factura a fost acceptată.', refuse: 'Factura a fost refuzată.' } as const;

/** What the supplier reads: the law and the authority know the answer as a text. */
export const answerText = ({ response, reason }: Pick<BuyerAnswer, 'response' | 'reason'>): string =>
  [SAID[response], reason].filter(Boolean).join(' ');

export const answerXml = (invoiceUploadIndex: string, answer: Pick<BuyerAnswer, 'response' | 'reason'>): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<header${[
    attribute('xmlns', NAMESPACE),
    attribute('index_incarcare', invoiceUploadIndex),
    attribute('message', answerText(answer)),
  ].join('')}/>\n`;
