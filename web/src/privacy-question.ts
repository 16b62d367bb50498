// Shows the question about privacy on a first visit, unless the browser itself opts out. Inlined right behind the question, so that
// what follows it on the page is never painted before it.
const question = document.getElementById('privacy');
try {
  const { until } = JSON.parse(localStorage.getItem('branchline.privacy') ?? '{}');
  const hasSignal = (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl;
  if (question && !hasSignal && !(Date.parse(until) > Date.now())) question.hidden = false;
} catch {
  // Without storage no choice could be saved, and nothing that needs one happens.
}
