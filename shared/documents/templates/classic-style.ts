import { accentOf, type PdfTemplateConfiguration, readableOnWhite } from '../configuration.ts';
import { css, type SafeHtml, trusted } from '../html.ts';

/** Style sheet of the classic template: white paper, grey hairlines, the accent in three rules and the headings. */
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
      font-size: 7.5pt;
      font-weight: 600;
      color: var(--ink);
      margin-bottom: 1.2mm;
      break-after: avoid;
    }
    .detail {
      font-size: 7.25pt;
      color: var(--muted);
    }

    header {
      display: flex;
      justify-content: space-between;
      align-items: flex-start;
      gap: 10mm;
    }
    .logo {
      display: block;
      max-width: 62mm;
      max-height: 20mm;
    }
    .logo + .heading {
      text-align: right;
      max-width: 100mm;
    }
    h1 {
      font-size: 21pt;
      font-weight: 600;
      line-height: 1.15;
      color: var(--ink);
    }
    .document-number {
      font-size: 11pt;
      margin-top: 0.6mm;
    }

    .strip {
      display: flex;
      flex-wrap: wrap;
      gap: 2.5mm 9mm;
    }
    .strip .field {
      max-width: 88mm;
    }
    .strip dt {
      font-size: 7.25pt;
      color: var(--muted);
    }
    .strip dd {
      font-weight: 600;
    }
    .dates {
      margin-top: 7mm;
      padding: 2.6mm 0;
      border-top: 0.6mm solid var(--accent);
      border-bottom: 0.2mm solid var(--line);
    }
    .references {
      margin-top: 6mm;
    }
    .references dd {
      font-weight: 400;
    }

    .parties {
      display: grid;
      grid-template-columns: 1fr 1fr;
      gap: 10mm;
      margin-top: 6mm;
    }
    .name {
      font-size: 10pt;
      font-weight: 600;
      line-height: 1.35;
      margin-bottom: 0.8mm;
    }
    .party dl {
      margin-top: 1.2mm;
    }
    .party .field,
    .payment .field {
      display: flex;
      gap: 2mm;
    }
    .party dt,
    .payment dt {
      flex: none;
      width: 27mm;
      color: var(--muted);
    }
    .party dd,
    .payment dd {
      flex: 1;
    }

    th {
      font-weight: 600;
      text-align: left;
    }
    .lines {
      width: 100%;
      margin-top: 7mm;
      border-collapse: separate;
      border-spacing: 0;
    }
    .lines thead {
      display: table-header-group;
    }
    .lines th {
      font-size: 7.25pt;
      line-height: 1.3;
      vertical-align: bottom;
      padding: 1mm 0 1.4mm 3mm;
      border-bottom: 0.35mm solid var(--accent);
    }
    .lines th.figure {
      white-space: normal;
    }
    .lines td {
      vertical-align: top;
      padding: 1.6mm 0 1.6mm 3mm;
      border-bottom: 0.2mm solid var(--line);
    }
    .lines th:first-child,
    .lines td:first-child {
      padding-left: 0;
    }
    .lines tr {
      break-inside: avoid;
    }
    .lines .number {
      color: var(--muted);
      white-space: nowrap;
    }
    .lines .description {
      width: 100%;
      min-width: 34mm;
    }
    .lines .unit,
    .lines th {
      overflow-wrap: normal;
    }

    /* The totals take the last line with them to the next page. */
    .lines tbody tr:last-child {
      break-before: avoid;
    }
    .summary {
      break-before: avoid;
      break-inside: avoid;
      display: grid;
      grid-template-columns: 1fr 82mm;
      gap: 10mm;
      margin-top: 5mm;
    }
    .vat {
      width: 100%;
    }
    .vat th {
      font-size: 7.25pt;
      color: var(--muted);
      padding: 0 0 1mm 2.6mm;
      border-bottom: 0.2mm solid var(--line);
    }
    .vat td {
      vertical-align: top;
      padding: 1.1mm 0 0 2.6mm;
    }
    .vat th:first-child,
    .vat td:first-child {
      padding-left: 0;
    }
    .legal {
      font-weight: 600;
      margin-top: 2.4mm;
    }
    .totals {
      width: 100%;
      align-self: start;
    }
    .totals th {
      font-weight: 400;
      padding: 0.8mm 3mm 0.8mm 0;
    }
    .totals td {
      padding: 0.8mm 0;
    }
    .totals .minor {
      font-size: 7.5pt;
      color: var(--muted);
    }
    .totals .sum > * {
      font-weight: 600;
      border-top: 0.2mm solid var(--line);
    }
    .totals .grand > * {
      font-size: 12pt;
      font-weight: 600;
      color: var(--ink);
      padding: 1.8mm 0;
      border-top: 0.6mm solid var(--accent);
    }

    .closing {
      margin-top: 7mm;
      display: grid;
      grid-template-columns: 1fr 1fr;
      gap: 10mm;
    }
    .closing.long {
      grid-template-columns: 1fr;
      gap: 5mm;
    }
    .closing section + section {
      margin-top: 4mm;
    }
    .payment {
      break-inside: avoid;
    }
    .iban {
      font-weight: 600;
      white-space: nowrap;
    }
    .text,
    footer {
      orphans: 3;
      widows: 3;
    }
    .people {
      break-inside: avoid;
      margin-top: 6mm;
      padding-top: 2.6mm;
      border-top: 0.2mm solid var(--line);
    }
    .people dd {
      font-weight: 400;
    }
    footer {
      margin-top: 7mm;
      font-size: 7.25pt;
      color: var(--muted);
    }
  `;
}
