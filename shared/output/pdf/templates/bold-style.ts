import { accentOf, type PdfTemplateConfiguration, readableOnWhite } from '../configuration.ts';
import { css, type SafeHtml, trusted } from '#shared/base/kernel/html.ts';

/** The style sheet of the bold template: areas in accent colour and near-black with white text, thick rules, extra-bold figures. */
export function boldStyle(configuration: PdfTemplateConfiguration): SafeHtml {
  const accent = accentOf(configuration);
  return css`
    :root {
      --ink: ${trusted(readableOnWhite(accent))};
      --panel: ${trusted(readableOnWhite(accent))};
      --night: #15171c;
      --text: #15171c;
      --muted: #5c616b;
    }
    body {
      color: var(--text);
    }
    h1,
    h2,
    .name {
      font-weight: 800;
    }
    h2 {
      margin-bottom: 1.4mm;
      font-size: 10pt;
      color: var(--ink);
    }
    .detail {
      font-size: 8.25pt;
      color: var(--muted);
    }

    .masthead {
      margin: 0 -14mm;
      padding: 10mm 14mm 5mm;
      align-items: flex-end;
      color: #ffffff;
      background: var(--panel);
    }
    h1 {
      font-size: 32pt;
      line-height: 1.02;
      letter-spacing: -0.02em;
    }
    .document-number {
      margin-top: 2mm;
      font-size: 13pt;
      font-weight: 600;
    }
    .logo {
      padding: 2.5mm;
      background: #ffffff;
    }
    .dates {
      margin: 0 -14mm;
      padding: 2.8mm 14mm;
      gap: 2mm 14mm;
      color: #ffffff;
      background: var(--night);
    }
    .strip dt {
      font-size: 8.25pt;
    }
    .dates dd {
      font-size: 11pt;
      font-weight: 800;
    }

    .parties {
      margin-top: 6mm;
    }
    .party {
      padding-top: 2.6mm;
      border-top: 1mm solid var(--night);
    }
    .name {
      font-size: 12pt;
      line-height: 1.25;
      margin-bottom: 1.2mm;
    }
    .party dl {
      margin-top: 1.4mm;
    }
    .party dt,
    .payment dt,
    .transport dt,
    .references dt,
    .people dt {
      color: var(--muted);
    }
    .references {
      margin-top: 5mm;
    }

    .transport {
      margin-top: 5mm;
      padding-left: 4mm;
      border-left: 1.6mm solid var(--panel);
    }
    .transport .label {
      font-size: 8.25pt;
      color: var(--muted);
    }
    .uit {
      font-weight: 800;
    }

    .lines {
      margin-top: 5mm;
    }
    .lines th {
      padding: 2mm 0 2mm 3mm;
      font-size: 8.25pt;
      color: #ffffff;
      background: var(--night);
    }
    .lines td {
      padding: 1.2mm 0 1.2mm 3mm;
      border-bottom: 0.3mm solid #c9ccd2;
    }
    .lines th:last-child,
    .lines td:last-child {
      padding-right: 3mm;
    }
    .lines tbody tr:last-child td {
      border-bottom: 0.6mm solid var(--night);
    }
    .lines .number,
    .lines td:last-child {
      font-weight: 600;
    }

    .summary {
      margin-top: 5mm;
      grid-template-columns: minmax(0, 1fr) 82mm;
      gap: 6mm;
    }
    .vat th {
      padding: 0 0 1.2mm 2.6mm;
      font-size: 8.25pt;
      border-bottom: 0.6mm solid var(--night);
    }
    .vat td {
      padding: 1.2mm 0 0 2.6mm;
    }
    .vat :is(th, td):first-child {
      padding-left: 0;
    }
    .vat .reason td {
      padding-top: 0;
    }
    .legal {
      margin-top: 2.6mm;
      font-weight: 600;
    }
    .totals tr {
      padding: 0.9mm 4mm;
    }
    .totals td {
      font-weight: 600;
    }
    .totals .minor > * {
      font-size: 8.5pt;
      font-weight: 400;
      color: var(--muted);
    }
    .totals .sum {
      border-top: 0.3mm solid #c9ccd2;
    }
    .totals .sum th {
      font-weight: 600;
    }
    .totals .grand {
      margin-top: 1.6mm;
      padding: 2.6mm 4mm;
      font-size: 14pt;
      font-weight: 800;
      line-height: 1.2;
      color: #ffffff;
      background: var(--panel);
    }
    .totals .grand th {
      font-size: 11pt;
    }
    .totals.tight .grand th {
      font-size: 10pt;
    }
    .totals.tight .grand td {
      font-size: 12pt;
    }
    .totals.long .grand {
      gap: 2mm;
    }
    .totals.long .grand th {
      font-size: 9pt;
    }
    .totals.long .grand td {
      font-size: 10pt;
    }

    .closing {
      margin-top: 6mm;
    }
    .payment {
      padding-left: 3mm;
      border-left: 1.2mm solid var(--panel);
    }
    .iban {
      font-weight: 600;
    }
    .people {
      margin-top: 5mm;
      padding-top: 2.6mm;
      border-top: 0.6mm solid var(--night);
    }
    .signatures {
      font-size: 8.25pt;
      color: var(--muted);
    }
    footer {
      margin-top: 5mm;
      font-size: 8.25pt;
      color: var(--muted);
    }
  `;
}
