import { accentOf, type PdfTemplateConfiguration, readableOnWhite, tint } from '../configuration.ts';
import { css, type SafeHtml, trusted } from '#shared/base/kernel/html.ts';

/** The style sheet of the modern template: tints of the accent colour instead of rules, round corners, a light heading. */
export function modernStyle(configuration: PdfTemplateConfiguration): SafeHtml {
  const accent = accentOf(configuration);
  return css`
    :root {
      --ink: ${trusted(readableOnWhite(accent))};
      --panel: ${trusted(readableOnWhite(accent))};
      --tint: ${trusted(tint(accent, 0.1))};
      --wash: ${trusted(tint(accent, 0.045))};
      --text: #1f2333;
      --muted: #5b6176;
      --radius: 2.4mm;
    }
    body {
      color: var(--text);
    }
    h2 {
      font-size: 8.25pt;
      color: var(--ink);
      margin-bottom: 1.4mm;
    }
    .detail {
      font-size: 8.25pt;
      color: var(--muted);
    }

    .band {
      margin: 0 -14mm;
      padding: 10mm 14mm 4mm;
      background: var(--tint);
    }
    h1 {
      font-size: 27pt;
      font-weight: 300;
      line-height: 1.1;
      color: var(--ink);
    }
    .document-number {
      margin-top: 1.4mm;
      font-size: 11.5pt;
      font-weight: 600;
    }
    .dates {
      margin-top: 5mm;
      gap: 3mm 14mm;
    }
    .strip dt {
      font-size: 8.25pt;
      color: var(--muted);
    }
    .dates dd {
      font-size: 11pt;
      font-weight: 600;
    }
    .dates .due dd {
      color: var(--ink);
    }

    .parties {
      margin-top: 5mm;
      gap: 5mm;
    }
    .party {
      padding: 3.2mm 4.5mm;
      background: var(--wash);
      border-radius: var(--radius);
    }
    .name {
      font-size: 12pt;
      font-weight: 600;
      line-height: 1.3;
      margin-bottom: 1mm;
    }
    .party dl {
      margin-top: 1.6mm;
    }
    .party dt,
    .payment dt {
      color: var(--muted);
    }
    .references {
      margin-top: 4.5mm;
      padding: 0 4.5mm;
    }

    .transport {
      margin-top: 4.5mm;
      padding: 2.4mm 2.4mm 2.4mm 4.5mm;
      background: var(--wash);
      border-radius: var(--radius);
    }
    .qr {
      margin-right: 0;
    }
    .transport .label {
      font-size: 8.25pt;
      color: var(--muted);
    }

    .lines {
      margin-top: 5mm;
    }
    .lines th {
      padding: 1.7mm 0 1.7mm 3mm;
      font-size: 8.25pt;
      color: var(--ink);
      background: var(--tint);
    }
    .lines td {
      padding: 1.2mm 0 1.2mm 3mm;
    }
    .lines th:first-child,
    .lines td:first-child {
      padding-left: 4.5mm;
      border-radius: var(--radius) 0 0 var(--radius);
    }
    .lines th:last-child,
    .lines td:last-child {
      padding-right: 4.5mm;
      border-radius: 0 var(--radius) var(--radius) 0;
    }
    .lines tbody tr:nth-child(even) td {
      background: var(--wash);
    }
    .lines.stacked :is(td, th) {
      border-radius: 0;
    }
    .lines.stacked tbody tr:nth-child(4n + 2) td {
      background: none;
    }
    .lines.stacked tbody tr:nth-child(4n + 3) td {
      background: var(--wash);
    }
    .lines .number {
      color: var(--muted);
    }
    .lines td:last-child {
      font-weight: 600;
    }

    .summary {
      margin-top: 4mm;
      gap: 8mm;
      grid-template-columns: minmax(0, 1fr) 84mm;
    }
    .breakdown {
      padding: 1.4mm 0 0 4.5mm;
    }
    .vat th {
      padding: 0 0 1.2mm 2.6mm;
      font-size: 8.25pt;
      color: var(--muted);
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
    .totals {
      padding-top: 2mm;
      background: var(--wash);
      border-radius: var(--radius);
    }
    .totals tr {
      padding: 0.7mm 4.5mm;
    }
    .totals .minor {
      font-size: 8.5pt;
      color: var(--muted);
    }
    .totals .sum > * {
      font-weight: 600;
    }
    .totals .grand {
      margin-top: 1.4mm;
      padding: 2.4mm 4.5mm;
      font-size: 12.5pt;
      font-weight: 600;
      color: #ffffff;
      background: var(--panel);
      border-radius: var(--radius);
    }
    .totals.tight .grand {
      font-size: 11pt;
    }
    .totals.long .grand {
      font-size: 9.5pt;
    }

    .closing {
      margin-top: 5.5mm;
      padding: 0 4.5mm;
    }
    .iban {
      font-weight: 600;
    }
    .people {
      margin-top: 4mm;
      padding: 2mm 4.5mm;
      background: var(--wash);
      border-radius: var(--radius);
    }
    .signatures {
      padding: 0 4.5mm;
      font-size: 8.25pt;
      color: var(--muted);
    }
    footer {
      margin-top: 4.5mm;
      padding: 0 4.5mm;
      font-size: 8.25pt;
      color: var(--muted);
    }
  `;
}
