// Speaking and listening. The server's ears and voice where it has them (docs/voice.md), else the browser's own.
(() => {
  const $ = (id) => document.getElementById(id);
  const FASTEST = 48000, TAIL_S = 0.8, BEHIND = 500000, WAITING = 4;
  const Recognition = window.SpeechRecognition || window.webkitSpeechRecognition;
  let form, words, ears, mouth; // the form, its texts; whether the server hears and speaks
  let audio = null, socket = null, opening = null; // context, the line to the server
  let mic = null, recognition = null; // what listens
  let aloud = false, busy = false, deaf = 0, rate = 24000, until = 0;
  const waiting = [], playing = new Set();

  const show = (text) => { const place = $("voice-state"); if (place && place.textContent !== text) place.textContent = text; };
  const press = (id, on) => { const button = $(id); if (button) button.setAttribute("aria-pressed", String(on)); };
  const rest = () => show(mic ? words.listening : "");
  const tell = (message) => { if (socket && socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message)); };

  const sound = async () => {
    if (!audio) {
      audio = new AudioContext();
      if (audio.sampleRate > FASTEST) { audio.close(); audio = new AudioContext({ sampleRate: FASTEST }); }
    }
    if (audio.state !== "running") await audio.resume();
    return audio;
  };

  // -- the line to the server

  const connect = () => {
    if (opening) return opening;
    opening = new Promise((resolve, reject) => {
      const line = new WebSocket(location.origin.replace(/^http/, "ws") + form.dataset.voice);
      line.binaryType = "arraybuffer";
      line.onopen = () => line.send(JSON.stringify({
        type: "start", language: form.dataset.lang.slice(0, 2), rate: Math.round(audio.sampleRate), answer: false, listen: ears, speak: mouth,
      }));
      line.onmessage = (message) => {
        if (typeof message.data !== "string") { if (!deaf) play(message.data); return; }
        const event = JSON.parse(message.data);
        if (event.type === "ready") { socket = line; resolve(event); }
        hear(event);
      };
      line.onclose = (over) => {
        if (opening === mine) { opening = null; socket = null; deaf = 0; }
        if (mic) { unlisten(); show(words.lost); }
        reject(new Error(String(over.code)));
      };
    });
    const mine = opening;
    return opening;
  };

  const hear = (event) => {
    switch (event.type) {
      case "listening": if (!playing.size && !busy) rest(); break;
      case "speech_begun": hush(); show(words.hearing); break;
      case "speech_ended": show(words.recognising); break;
      case "heard": if (event.text) said(event.text); else rest(); break;
      case "interrupted": hush(); deaf = Math.max(0, deaf - event.wanted); break;
      case "audio": rate = event.rate; break;
      case "error":
        if (event.error.code === "no_recogniser") { ears = false; unlisten(); }
        if (event.error.code === "no_voice") mouth = false;
        show(event.error.message);
    }
  };

  // -- speaking

  const play = (data) => {
    const pieces = new Int16Array(data);
    const piece = audio.createBuffer(1, pieces.length, rate), values = piece.getChannelData(0);
    for (let place = 0; place < pieces.length; place++) values[place] = pieces[place] / 32768;
    const source = audio.createBufferSource();
    source.buffer = piece;
    source.connect(audio.destination);
    until = Math.max(until, audio.currentTime + 0.05);
    source.start(until);
    until += piece.duration;
    playing.add(source);
    source.onended = () => { playing.delete(source); if (!playing.size) rest(); };
    show(words.talking);
  };

  const hush = () => {
    for (const source of playing) { source.onended = null; source.stop(); }
    playing.clear();
    until = 0;
    if (window.speechSynthesis) speechSynthesis.cancel();
  };

  const silence = () => {
    const loud = playing.size || (window.speechSynthesis && speechSynthesis.speaking);
    hush();
    if (socket) { deaf++; tell({ type: "interrupt" }); }
    if (loud) rest();
    return loud;
  };

  const speak = async (text) => {
    const spoken = text.replace(/\[\d+\]/g, "").slice(0, 8000);
    if (!spoken.trim()) return;
    if (mouth) {
      try { await sound(); await connect(); if (mouth) { tell({ type: "say", text: spoken }); return; } } catch (problem) { show(words.lost); return; }
    }
    if (!window.speechSynthesis) return;
    const said = new SpeechSynthesisUtterance(spoken.slice(0, 2000));
    said.lang = /[\u4e00-\u9fff]/.test(spoken) ? "zh-CN" : "en-US";
    said.onstart = () => show(words.talking);
    said.onend = rest;
    speechSynthesis.cancel();
    speechSynthesis.speak(said);
  };

  // -- listening

  const said = (text) => {
    if (busy) { if (waiting.length < WAITING) waiting.push(text); return; }
    const box = $("message"), draft = box.value;
    box.value = text;
    form.requestSubmit();
    box.value = draft;
    ph.grow(box);
  };

  const listen = async () => {
    press("mic", true);
    show(words.connecting);
    try {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true, channelCount: 1 },
      });
      mic = { stream };
      const context = await sound();
      await context.audioWorklet.addModule("/assets/mic.js");
      const ready = await connect();
      if (!mic) { stop(stream); return; }
      if (!ready.ears) return;
      mic.source = context.createMediaStreamSource(stream);
      mic.node = new AudioWorkletNode(context, "mic", { numberOfOutputs: 0 });
      mic.node.port.onmessage = (frame) => {
        if (socket && socket.readyState === WebSocket.OPEN && socket.bufferedAmount < BEHIND) socket.send(frame.data);
      };
      mic.source.connect(mic.node);
      rest();
    } catch (problem) {
      unlisten();
      show(problem.name === "NotAllowedError" || problem.name === "NotFoundError" ? words.denied : words.lost);
    }
  };

  const stop = (stream) => { for (const track of stream.getTracks()) track.stop(); };

  const unlisten = () => {
    if (mic) {
      stop(mic.stream);
      if (mic.node) {
        mic.source.disconnect();
        mic.node.port.onmessage = null;
        // Silence, so that what was being said ends.
        if (socket && socket.readyState === WebSocket.OPEN) socket.send(new ArrayBuffer(2 * Math.round(audio.sampleRate * TAIL_S)));
      }
    }
    mic = null;
    press("mic", false);
    show("");
  };

  const recognise = () => {
    const box = $("message"), draft = box.value;
    hush();
    recognition = new Recognition();
    recognition.lang = form.dataset.lang;
    recognition.interimResults = true;
    press("mic", true);
    show(words.listening);
    let fault = "";
    recognition.onspeechstart = () => { silence(); show(words.hearing); };
    recognition.onresult = (heard) => {
      const text = Array.from(heard.results, (result) => result[0].transcript).join("");
      box.value = text;
      ph.grow(box);
      if (heard.results[heard.results.length - 1].isFinal) { box.value = draft; said(text); }
    };
    recognition.onerror = (problem) => { if (problem.error !== "aborted") fault = words.denied; };
    recognition.onend = () => { recognition = null; press("mic", false); show(fault); };
    try { recognition.start(); } catch (problem) { fault = words.denied; recognition.onend(); }
  };

  // -- the page

  const server = () => window.AudioWorkletNode && navigator.mediaDevices && navigator.mediaDevices.getUserMedia;
  const inner = { busy: ph.busy, submit: ph.submit };
  Object.assign(ph, {
    voice() {
      form = $("composer");
      words = JSON.parse(form.dataset.words);
      ears = form.dataset.ears === "1" && Boolean(server());
      mouth = form.dataset.mouth === "1" && Boolean(window.AudioContext);
      $("mic").hidden = !(ears || Recognition);
      $("speaker").hidden = !(mouth || window.speechSynthesis);
      if ($("mic").hidden) show(words.none);
    },
    listen() {
      if (mic) unlisten();
      else if (recognition) recognition.stop();
      else if (ears) listen();
      else if (Recognition) recognise();
      else show(words.none);
    },
    speaker() {
      aloud = !aloud;
      press("speaker", aloud);
      if (!aloud) silence();
      else if (mouth) sound().then(connect).catch(() => show(words.lost));
    },
    replied(text) { if (aloud) speak(text); },
    submit(event, emit) { silence(); inner.submit(event, emit); },
    busy(value) {
      busy = value;
      inner.busy(value);
      if (!value && waiting.length) said(waiting.shift());
    },
  });
  addEventListener("keydown", (event) => { if (event.key === "Escape") silence(); });
  const wait = () => ($("composer") && $("speaker") ? ph.voice() : setTimeout(wait, 50));
  addEventListener("DOMContentLoaded", wait);
})();
