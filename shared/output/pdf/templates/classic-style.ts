import { accentOf, type PdfTemplateConfiguration, readableOnWhite } from '../configuration.ts';
import { css, type SafeHtml, trusted } from '#shared/base/kernel/html.ts';

/** The style sheet of the classic template: white background, grey hairlines, accent colour in three rules and the headings. */
export function classicStyle(configuration: PdfTemplateConfiguration): SafeHtml {
  const accent = accentOf(configuration);
  return css`
    :root {
      --accent: ${trusted(accent)};
      --ink: ${trusted(readableOnWhite(accent))};
      --text: #111827;
      --muted: #6b7280;
      --line: #e5e7eb;
    }
    body {
      color: var(--text);
    }
    h2 {
      font-size: 8.5pt;
      color: var(--ink);
      margin-bottom: 1.2mm;
    }
    .detail {
      font-size: 8.25pt;
      color: var(--muted);
    }
    h1 {
      font-size: 21pt;
      line-height: 1.15;
      color: var(--ink);
    }
    .document-number {
      font-size: 11pt;
      margin-top: 0.6mm;
    }

    .strip dt {
      font-size: 8.25pt;
      color: var(--muted);
    }
    .dates dd {
      font-weight: 600;
    }
    .dates .due dd {
      font-size: 12pt;
      line-height: 1.2;
      color: var(--ink);
    }
    .dates {
      margin-top: 5mm;
      padding: 2.2mm 0;
      border-top: 0.6mm solid var(--accent);
      border-bottom: 0.2mm solid var(--line);
    }
    .parties,
    .references {
      margin-top: 5mm;
    }
    .name {
      font-size: 11.5pt;
      font-weight: 600;
      line-height: 1.35;
      margin-bottom: 0.8mm;
    }
    .party dl {
      margin-top: 1.2mm;
    }
    .party dt,
    .payment dt {
      color: var(--muted);
    }

    .transport {
      margin-top: 6mm;
      padding: 1mm 0;
      border-top: 0.2mm solid var(--line);
      border-bottom: 0.2mm solid var(--line);
    }
    .transport .label {
      font-size: 8.25pt;
      color: var(--muted);
    }

    .lines {
      margin-top: 5mm;
    }
    .lines th {
      font-size: 8.25pt;
      padding: 1mm 0 1.4mm 3mm;
      border-bottom: 0.35mm solid var(--accent);
    }
    .lines td {
      padding: 1.2mm 0 1.2mm 3mm;
      border-bottom: 0.2mm solid var(--line);
    }
    .lines th:first-child,
    .lines td:first-child {
      padding-left: 0;
    }
    .lines .number {
      color: var(--muted);
    }

    .summary {
      margin-top: 5mm;
    }
    .vat th {
      font-size: 8.25pt;
      color: var(--muted);
      padding: 0 0 1mm 2.6mm;
      border-bottom: 0.2mm solid var(--line);
    }
    .vat td {
      padding: 1.1mm 0 0 2.6mm;
    }
    .vat th:first-child,
    .vat td:first-child {
      padding-left: 0;
    }
    .vat .reason td {
      padding-top: 0;
    }
    .legal {
      font-weight: 600;
      margin-top: 2.4mm;
    }
    .totals tr {
      padding: 0.8mm 0;
    }
    .totals .minor {
      font-size: 8.5pt;
      color: var(--muted);
    }
    .totals .sum {
      border-top: 0.2mm solid var(--line);
    }
    .totals .sum > * {
      font-weight: 600;
    }
    .totals .grand {
      padding: 1.8mm 0;
      font-size: 12pt;
      font-weight: 600;
      color: var(--ink);
      border-top: 0.6mm solid var(--accent);
    }
    .totals.long .grand {
      font-size: 9.5pt;
    }

    .closing {
      margin-top: 5mm;
    }
    .iban {
      font-weight: 600;
    }
    .people {
      margin-top: 4mm;
      padding-top: 2mm;
      border-top: 0.2mm solid var(--line);
    }
    .signatures {
      font-size: 8.25pt;
      color: var(--muted);
    }
    footer {
      margin-top: 7mm;
      font-size: 8.25pt;
      color: var(--muted);
    }
  `;
}
