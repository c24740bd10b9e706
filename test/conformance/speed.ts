import { evaluate } from '#shared/authority/einvoice/rules/evaluate.ts';
import { writeUbl } from '#shared/authority/einvoice/ubl/writer.ts';
import type { InvoiceDocument } from '#shared/model/invoice.ts';
import { sampleDocument, sampleLine } from '../support/documents.ts';
import type { Validator } from './verdicts.ts';

/** The time that both validators take for the same document, in milliseconds of processor time, and the ratio. */
export interface Speed {
  lines: number;
  ours: number;
  official: number;
  ratio: number;
}

const SET = 'cius-ro-1.0.9';

/** Measures both in turns, so that other load of the machine affects both; the minimum of the rounds counts. */
export function measure(validator: Validator, lines: number, rounds = 3): Speed {
  const xml = writeUbl(documentOf(lines));
  const perRound = Math.max(3, Math.ceil(400 / lines));
  const ours: number[] = [];
  const official: number[] = [];
  evaluate(xml, SET);
  validator.transform(xml);
  for (let round = 0; round < rounds; round += 1) {
    ours.push(
      spent(() => evaluate(xml, SET), perRound),
      spent(() => evaluate(xml, SET), perRound),
    );
    official.push(spent(() => validator.transform(xml), 1));
  }
  const best = { ours: Math.min(...ours), official: Math.min(...official) };
  return { lines, ...best, ratio: best.official / best.ours };
}

function spent(work: () => unknown, times: number): number {
  const start = process.cpuUsage();
  for (let time = 0; time < times; time += 1) work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000 / times;
}

/** Milliseconds of processor time of one run: the least of five rounds. */
export const least = (work: () => unknown, times: number): number =>
  Math.min(...Array.from({ length: 5 }, () => spent(work, times)));

/** An invoice of so many lines. */
export const documentOf = (lines: number): InvoiceDocument =>
  sampleDocument({
    lines: Array.from({ length: lines }, (_, index) =>
      sampleLine({ description: `Produs ${index}`, unitPrice: `${10 + index}.25`, vatRate: index % 2 ? '21' : '11' }),
    ),
  });

/** `50 lines: 1.1 ms, SaxonJS 160 ms: 145 times faster`. */
export const speedLine = ({ lines, ours, official, ratio }: Speed): string =>
  `${lines} lines: ${ours.toFixed(2)} ms, SaxonJS ${official.toFixed(0)} ms: ${ratio.toFixed(0)} times faster`;
