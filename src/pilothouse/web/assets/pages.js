// What only the browser can do: keys, scrolling, files. Everything else is decided by the server.
window.ph = (() => {
  const $ = (id) => document.getElementById(id);
  const remember = (name, value) => { document.cookie = `pilothouse_${name}=${value}; path=/; max-age=31536000; samesite=lax`; };
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  let busy = false;

  const ready = () => {
    const message = $("message");
    const wide = matchMedia("(min-width: 60rem)");
    const fold = () => { const order = $("order"); if (order) order.open = wide.matches; };
    if ($("order")) { fold(); wide.addEventListener("change", fold); }
    if (message && wide.matches) message.focus({ preventScroll: true });
    ph.down();
    const nav = document.querySelector(".where"), place = nav && nav.querySelector("[aria-current]");
    if (place) nav.scrollLeft = place.offsetLeft - nav.offsetLeft - (nav.clientWidth - place.clientWidth) / 2;
    const cited = document.querySelector(".document #cited, .document .here");
    if (cited && !cited.closest("dialog")) cited.scrollIntoView({ block: "center" });
  };
  const wait = () => (document.querySelector("main") ? ready() : setTimeout(wait, 50));
  addEventListener("DOMContentLoaded", wait);

  const post = async (target, data) => {
    try {
      const answer = await fetch(target, { method: "POST", body: data, credentials: "same-origin" });
      const found = await answer.json();
      return answer.ok ? found : { error: (found.error && found.error.message) || String(answer.status) };
    } catch (problem) {
      return { error: String(problem.message || problem) };
    }
  };

  return {
    language(value) { remember("language", value); location.reload(); },
    theme() {
      const dark = !document.body.classList.contains("body--dark");
      Quasar.Dark.set(dark);
      remember("theme", dark ? "dark" : "light");
    },
    busy(value) {
      busy = value;
      document.body.classList.toggle("busy", value);
      for (const button of document.querySelectorAll(".asks, #send")) button.setAttribute("aria-disabled", String(value));
    },
    down() {
      const log = $("log");
      // To the end, but a long answer begins on the screen, with its question above it.
      if (log) requestAnimationFrame(() => {
        const asked = [...log.querySelectorAll(".mine")].pop();
        const begin = asked ? asked.getBoundingClientRect().top - log.getBoundingClientRect().top + log.scrollTop - 8 : Infinity;
        log.scrollTo({ top: Math.min(log.scrollHeight, begin), behavior: still.matches ? "auto" : "smooth" });
      });
    },
    submit(event, emit) {
      event.preventDefault();
      const box = $("message"), text = box.value.trim();
      if (!text || busy) return;
      box.value = "";
      ph.grow(box);
      emit(text);
    },
    key(event) {
      if (event.key === "Enter" && !event.shiftKey && !event.isComposing && event.keyCode !== 229) {
        event.preventDefault();
        $("composer").requestSubmit();
      }
    },
    grow(box) { box.style.height = "auto"; box.style.height = `${Math.min(box.scrollHeight, 160)}px`; },
    plain(event) {
      if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return false;
      event.preventDefault();
      return true;
    },
    source() {
      const dialog = $("source"), show = () => {
        const cited = dialog.querySelector("#cited") || dialog.querySelector(".here");
        if (!cited && !dialog.querySelector("h2")) { setTimeout(show, 30); return; }
        if (!dialog.open) dialog.showModal();
        if (cited) { cited.scrollIntoView({ block: "center" }); if (cited.id) cited.focus({ preventScroll: true }); }
      };
      show();
    },
    unsource() { $("source").close(); },
    filter(box, list) {
      const wanted = box.value.trim().toLowerCase();
      for (const item of $(list).children) item.hidden = wanted !== "" && !item.textContent.toLowerCase().includes(wanted);
    },
    async upload(event, emit) {
      event.preventDefault();
      const form = event.target, files = form.querySelector("input[type=file]");
      if (!files.files.length) { emit({ error: form.dataset.nofile }); return; }
      const button = form.querySelector("[type=submit]");
      button.disabled = true;
      const answer = await post(form.dataset.target, new FormData(form));
      button.disabled = false;
      if (!answer.error) form.reset();
      emit(answer);
    },
    async photo(box, emit) {
      if (!box.files.length) return;
      const data = new FormData();
      data.append("file", box.files[0]);
      box.value = "";
      emit({ reading: true });
      emit(await post("/pages/photo", data));
    },
  };
})();
