import { accentOf, type PdfTemplateConfiguration, readableOnWhite } from '../configuration.ts';
import { css, type SafeHtml, trusted } from '#shared/base/kernel/html.ts';

/** The style sheet of the minimal template: dates in a column next to the parties, two hairlines, no filled areas. */
export function minimalStyle(configuration: PdfTemplateConfiguration): SafeHtml {
  const ink = readableOnWhite(accentOf(configuration));
  return css`
    :root {
      --ink: ${trusted(ink)};
      --text: #1c1f24;
      --muted: #6f747c;
      --hair: 0.12mm solid #9aa0a8;
    }
    body {
      color: var(--text);
    }
    h1,
    h2,
    .strip dt,
    .lines th,
    .vat th,
    .totals .grand th {
      font-size: 7.5pt;
      font-weight: 600;
      line-height: 1.4;
      letter-spacing: 0.09em;
      text-transform: uppercase;
      color: var(--muted);
    }
    .detail {
      font-size: 8.25pt;
      color: var(--muted);
    }

    h1 {
      font-size: 8.5pt;
      letter-spacing: 0.16em;
      color: var(--ink);
    }
    .document-number {
      margin-top: 1mm;
      font-size: 23pt;
      font-weight: 300;
      line-height: 1.15;
      color: var(--ink);
    }
    .logo {
      max-width: 50mm;
      max-height: 16mm;
    }

    .facts {
      display: grid;
      grid-template-columns: minmax(30mm, max-content) 1fr;
      gap: 8mm;
      margin-top: 8mm;
    }
    .dates {
      flex-direction: column;
      justify-content: flex-start;
      gap: 2.6mm;
    }
    .dates .due {
      margin-left: 0;
      text-align: left;
    }
    .dates .due dd {
      font-weight: 600;
      color: var(--ink);
    }
    .parties {
      gap: 8mm;
    }
    h2 {
      margin-bottom: 0.6mm;
    }
    .name {
      font-weight: 600;
    }
    .party dl {
      margin-top: 1mm;
    }
    .party dt,
    .payment dt {
      color: var(--muted);
    }
    .references {
      margin-top: 5mm;
      gap: 2.6mm 10mm;
    }

    .transport {
      margin-top: 7mm;
    }
    .transport .label {
      font-size: 8.25pt;
      color: var(--muted);
    }
    .uit {
      font-weight: 400;
      color: var(--ink);
    }

    .lines {
      margin-top: 6mm;
    }
    .lines th {
      padding: 0 0 1.6mm 3.2mm;
      border-bottom: var(--hair);
    }
    .lines td {
      padding: 1.3mm 0 0 3mm;
    }
    .lines tbody tr:first-child td {
      padding-top: 2.4mm;
    }
    .lines tbody tr:last-child td {
      padding-bottom: 2.6mm;
      border-bottom: var(--hair);
    }
    .lines :is(th, td):first-child {
      padding-left: 0;
    }
    .lines .number {
      color: var(--muted);
    }

    .summary {
      margin-top: 5mm;
      grid-template-columns: minmax(0, 1fr) 76mm;
      gap: 10mm;
    }
    .vat th {
      padding: 0 0 0.8mm 2.6mm;
    }
    .vat td {
      padding: 0.6mm 0 0 2.6mm;
    }
    .vat :is(th, td):first-child {
      padding-left: 0;
    }
    .vat .reason td {
      padding-top: 0;
    }
    .legal {
      margin-top: 2.4mm;
      font-weight: 600;
    }
    .totals tr {
      padding: 0.5mm 0;
    }
    .totals th {
      color: var(--muted);
    }
    .totals .minor {
      font-size: 8.25pt;
    }
    .totals .sum {
      border-top: 0.2mm solid #d1d5db;
    }
    .totals .grand {
      padding-top: 3mm;
    }
    .totals .grand td {
      font-size: 17pt;
      font-weight: 300;
      line-height: 1.2;
      color: var(--ink);
    }
    .totals.tight .grand td {
      font-size: 13.5pt;
    }
    .totals.long .grand td {
      font-size: 11pt;
    }

    .closing {
      margin-top: 5mm;
    }
    .people {
      margin-top: 4mm;
    }
    .signatures {
      font-size: 8.25pt;
      color: var(--muted);
    }
    footer {
      margin-top: 6mm;
      font-size: 8.25pt;
      color: var(--muted);
    }
  `;
}
