import { fact, present, wordingOf } from '#shared/documents/common/print/wording.ts';
import type { Company } from '#shared/model/company.ts';
import type { LineCell, PrintedDocument } from '#shared/output/pdf/document.ts';
import { formatNumber } from '#shared/records/catalogue/series/store.ts';
import { TYPES } from '../control-file/texts.ts';
import { companyParty } from '../print.ts';
import type { SeriesDecision } from './read.ts';

const BLANK = '........................................';

/** The content of the PDF of a decision on series (REP-67), in Romanian. What the service does not know is a line to fill in. Pure. */
export function printedSeriesDecision({ year, allocations, madeOn }: SeriesDecision, company: Company): PrintedDocument {
  const wording = wordingOf('ro');
  const columns: [
    label: string,
    style: PrintedDocument['lines']['columns'][number]['style'],
    cell: (one: SeriesDecision['allocations'][number], place: number) => LineCell,
  ][] = [
    ['Nr.', 'number', (_, place) => ({ text: String(place + 1) })],
    ['Felul documentelor', 'description', ({ series }) => ({ text: TYPES[series.type], details: named(series) })],
    ['Seria', 'unit', ({ series }) => fact(`series ${series.id}`, series.prefix)],
    ['De la numărul', 'figure', ({ first }) => ({ text: String(first) })],
    ['Primul document', 'figure', ({ series, first }) => fact(`first number of ${series.id}`, formatNumber(series, first))],
  ];
  return {
    language: 'ro',
    title: 'Decizie de înseriere',
    number: `pentru anul ${year}`,
    company: company.name,
    watermark: null,
    changedAt: `${madeOn}T00:00:00.000Z`,
    dates: present([
      { label: 'Nr. deciziei', text: '....................' },
      { label: 'Data', text: '....................' },
    ]),
    parties: [companyParty(company, 'Entitatea', wording)],
    references: [],
    transport: null,
    lines: {
      columns: columns.map(([label, style]) => ({ label, style })),
      rows: allocations.map((one, place) => columns.map(([, , cell]) => cell(one, place))),
      carried: null,
    },
    ...{ adjustments: null, vat: null, legalMentions: [], totals: null, payment: null, statement: null },
    remarks: [
      {
        heading: 'Temei',
        text:
          'Punctul 24 din Normele generale de întocmire și utilizare a documentelor financiar-contabile, anexa nr. 1 la OMFP nr. 2634/2015: ' +
          'regimul intern de numerotare a documentelor.',
      },
      {
        heading: 'Decizie',
        text:
          `Subsemnatul/Subsemnata ${BLANK}, în calitate de administrator al ${company.name}, hotărăsc:\n` +
          `1. În anul ${year}, documentele se numerotează în seriile de mai sus, secvențial, începând cu numerele arătate. ` +
          `Fiecare serie continuă fără întrerupere; niciun număr nu se folosește de două ori.\n` +
          `2. Numerele se alocă și se gestionează de ${BLANK}, în funcția de ${BLANK}.`,
      },
      { heading: 'Locul', text: BLANK },
    ],
    people: [],
    signatures: ['Administrator', 'Persoana desemnată'],
  };
}

const named = ({ name, prefix }: SeriesDecision['allocations'][number]['series']) => (name === prefix ? [] : [{ text: name }]);
