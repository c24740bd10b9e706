import { css, html } from '#shared/base/kernel/html.ts';
import type { TemplateSlug } from '../configuration.ts';
import { boldStyle } from './bold-style.ts';
import { classicStyle } from './classic-style.ts';
import { minimalStyle } from './minimal-style.ts';
import { modernStyle } from './modern-style.ts';
import { type Design, templateFrom } from './page.ts';
import type { Template } from './template.ts';

export type { Page, Template } from './template.ts';

const DESIGNS: Record<TemplateSlug, Design> = {
  /** White background, one accent colour, aligned figures. */
  classic: {
    weights: [400, 600],
    firstMargin: 14,
    style: classicStyle,
    panels: css``,
    head: ({ logo, heading, dates, air, parties }) => html`
      <header class="masthead">${logo}${heading}</header>
      ${dates}${air}${parties}
    `,
  },
  /** A tinted head up to the edge of the paper, tinted cards, the amount to pay on the accent colour. */
  modern: {
    weights: [300, 400, 600],
    firstMargin: 0,
    style: modernStyle,
    panels: css`
      .totals .grand {
        color: #ffffff !important;
        background-color: var(--panel) !important;
      }
      .totals .grand > * {
        color: #ffffff !important;
        background-color: transparent !important;
      }
    `,
    head: ({ logo, heading, dates, air, parties }) => html`
      <div class="band">
        <header class="masthead">${heading}${logo}</header>
        ${dates}
      </div>
      ${air}${parties}
    `,
  },
  /** White space, hairlines, labels in small capitals. */
  minimal: {
    weights: [300, 400, 600],
    firstMargin: 16,
    style: minimalStyle,
    panels: css``,
    head: ({ logo, heading, dates, air, parties }) => html`
      <header class="masthead">${heading}${logo}</header>
      ${air}
      <div class="facts">${dates}${parties}</div>
    `,
  },
  /** A head of solid colour up to the edge of the paper, heavy font, the amount to pay as a block. */
  bold: {
    weights: [400, 600, 800],
    firstMargin: 0,
    style: boldStyle,
    panels: css`
      .masthead,
      .totals .grand {
        color: #ffffff !important;
        background-color: var(--panel) !important;
      }
      .dates,
      .lines thead th {
        color: #ffffff !important;
        background-color: var(--night) !important;
      }
      .masthead *,
      .totals .grand > *,
      .dates * {
        color: #ffffff !important;
        background-color: transparent !important;
      }
      .masthead .logo {
        background-color: #ffffff !important;
      }
    `,
    head: ({ logo, heading, dates, air, parties }) => html`
      <header class="masthead">${heading}${logo}</header>
      ${dates}${air}${parties}
    `,
  },
};

export const templateOf = (slug: TemplateSlug): Template => templateFrom(slug, DESIGNS[slug]);
