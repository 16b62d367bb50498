// The invariant of the record of decisions, over whatever a database has: of the seeded million, too.

/** SQL for the applications whose last adverse outcome no denial gives notice of, or whose denial is past its time. */
export const adverseWithoutNotice = `
  select d.application_id as id from decision d
  where (d.outcome in ('DECLINED', 'REJECTED') or (d.kind = 'action' and d.outcome = 'DENIED'))
    and not exists (
      select from notice n
      where n.decision_id = d.id and n.kind = 'denial' and coalesce(n.rendered_at, now()) <= n.due_at)
    and not exists (
      select from decision l
      where l.application_id = d.application_id and (l.decided_at, l.kind = 'action') > (d.decided_at, d.kind = 'action'))`;
