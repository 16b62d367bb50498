type Click = Pick<MouseEvent, 'defaultPrevented' | 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>;

/** Whether a click on a link follows it in this tab, and no one handles it yet. */
export const isPlainClick = (click: Click): boolean =>
  !click.defaultPrevented &&
  click.button === 0 &&
  !(click.metaKey || click.ctrlKey || click.shiftKey || click.altKey);
