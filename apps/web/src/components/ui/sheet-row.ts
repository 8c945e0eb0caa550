/** Style of an action row in a sheet: icon, label, and price at the right. */
export const sheetRow =
  'flex min-h-15 w-full items-center gap-3.5 border-line border-t py-2 text-left text-button first:border-t-0 hover:text-ember-text disabled:text-faint [&>svg]:shrink-0 [&>svg]:[stroke-width:1.75]';
